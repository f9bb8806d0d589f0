import type { ErrorForm } from '../../errors/error-form.ts';

/** OpenAI's error object. What is undefined is left out. */
export const openAiError: ErrorForm = ({ status, message, type, param, code }, requestId) => {
  const body = JSON.stringify({ error: { message: `${message} (request id: ${requestId})`, type, param, code } });
  return { status, body, lastEvent: `data: ${body}\n\n` };
};
