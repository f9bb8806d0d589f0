import type { ErrorForm } from '../../errors/error-form.ts';
import { openAiError } from '../openai/openai-error.ts';

/**
 * OpenAI's error object. In a stream it is an event, with the number that is its turn: its members as the event has them, and as the object that OpenAI's SDKs
 * throw.
 */
export const responsesError: ErrorForm = (error, requestId, eventNumber) => {
  const said = openAiError(error, requestId);
  const { error: members } = JSON.parse(said.body) as { readonly error: { readonly message: string } };
  const { message } = members;
  const event = {
    type: 'error',
    sequence_number: eventNumber ?? 0,
    code: error.code ?? null,
    message,
    param: error.param ?? null,
    error: members,
  };
  return { ...said, lastEvent: `event: error\ndata: ${JSON.stringify(event)}\n\n` };
};
