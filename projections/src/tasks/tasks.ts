import type { Recorded } from '@ledgate/domain/events/codec';
import type { BatchWriter } from '../runner/batch-writer.ts';
import { booleans, byText, nullableTexts, numbers, texts } from '../runner/columns.ts';
import type { BatchPart, Projection } from '../runner/projection.ts';
import { CHANGE_TASKS, INSERT_TASKS } from './sql.ts';
import { type TaskRow, taskChangeOf } from './task-row.ts';

/** One row a task that runs at a provider (docs/behaviour.md#tasks). */
export const tasks: Projection = { name: 'tasks', begin: () => new TasksPart() };

class TasksPart implements BatchPart {
  readonly #submitted = new Map<string, TaskRow>();
  readonly #changed = new Map<string, Partial<TaskRow>>();

  add(recorded: Recorded): void {
    const told = taskChangeOf(recorded);
    if (told === undefined) return;
    if ('submitted' in told) {
      this.#submitted.set(told.taskId, told.submitted);
      return;
    }
    const submitted = this.#submitted.get(told.taskId);
    if (submitted === undefined) this.#changed.set(told.taskId, { ...this.#changed.get(told.taskId), ...told.change });
    else this.#submitted.set(told.taskId, { ...submitted, ...told.change });
  }

  async write(writer: BatchWriter): Promise<void> {
    const submitted = sorted(this.#submitted);
    if (submitted.length > 0)
      await writer.run(INSERT_TASKS, [
        texts(submitted.map(([taskId]) => taskId)),
        numbers(submitted.map(([, row]) => row.user_id)),
        numbers(submitted.map(([, row]) => row.token_id)),
        texts(submitted.map(([, row]) => row.request_id)),
        texts(submitted.map(([, row]) => row.platform)),
        booleans(submitted.map(([, row]) => row.is_drawing)),
        texts(submitted.map(([, row]) => row.action)),
        numbers(submitted.map(([, row]) => row.amount)),
        texts(submitted.map(([, row]) => row.status)),
        texts(submitted.map(([, row]) => row.reason)),
        numbers(submitted.map(([, row]) => row.submitted_ms)),
        numbers(submitted.map(([, row]) => row.submitted_position)),
        numbers(submitted.map(([, row]) => row.updated_ms)),
        numbers(submitted.map(([, row]) => row.finished_ms)),
      ]);
    const changed = sorted(this.#changed);
    if (changed.length > 0)
      await writer.run(CHANGE_TASKS, [
        texts(changed.map(([taskId]) => taskId)),
        texts(changed.map(([, { status = '' }]) => status)),
        nullableTexts(changed.map(([, row]) => row.reason ?? null)),
        numbers(changed.map(([, row]) => row.updated_ms ?? 0)),
        numbers(changed.map(([, row]) => row.finished_ms ?? null)),
      ]);
  }
}

const sorted = <Row>(rows: ReadonlyMap<string, Row>): readonly (readonly [string, Row])[] =>
  [...rows].sort(([one], [other]) => byText(one, other));
