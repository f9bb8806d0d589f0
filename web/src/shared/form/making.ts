import { useState } from 'react';
import { toApiError } from '../api/api-error.ts';
import { newCommandId } from '../command-id.ts';

type Part<Answer> = { readonly id: string; readonly made?: { readonly content: string; readonly answer: Answer } };

/**
 * What a form makes, once however often it is sent (docs/behaviour.md#once). Each part of it has an id from the form's opening until everything is made: one
 * that is tried again after a lost answer is the same command. A part that was answered is not asked for again, and one that is changed after that is another.
 */
export class Making<Answer> {
  #parts = new Map<number, Part<Answer>>();

  /** Asks for one after the other. Rejects with the first call's error. */
  async all<Body extends object>(
    bodies: readonly Body[],
    ask: (body: Body & { readonly command_id: string }) => Promise<Answer>,
  ): Promise<readonly Answer[]> {
    const answers: Answer[] = [];
    for (const [part, body] of bodies.entries()) answers.push(await this.#one(part, body, ask));
    this.#parts.clear();
    return answers;
  }

  async #one<Body extends object>(
    part: number,
    body: Body,
    ask: (body: Body & { readonly command_id: string }) => Promise<Answer>,
  ): Promise<Answer> {
    const content = JSON.stringify(body);
    const known = this.#parts.get(part);
    if (known?.made?.content === content) return known.made.answer;
    const id = known === undefined || known.made !== undefined ? newCommandId() : known.id;
    this.#parts.set(part, { id });
    try {
      const answer = await ask({ ...body, command_id: id });
      this.#parts.set(part, { id, made: { content, answer } });
      return answer;
    } catch (error) {
      // What was asked first was made: the person is told, and whatever is asked next is another.
      if (toApiError(error).code === 'command_id_reused') this.#parts.delete(part);
      throw error;
    }
  }
}

/** Of a form that is open. */
export function useMaking<Answer>(): Making<Answer> {
  const [making] = useState(() => new Making<Answer>());
  return making;
}
