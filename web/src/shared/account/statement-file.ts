import { address } from '../api/base-query.ts';
import type { ApiError } from '../api/api-error.ts';
import { statementCall, type StatementOf, type StatementRange } from './account-api.ts';

export type StatementFormat = 'json' | 'csv' | 'html';

type StatementFile = {
  readonly of: StatementOf;
  readonly range: StatementRange;
  readonly format: StatementFormat;
  readonly userId: number;
  readonly language: string;
};

/** A statement's file and its name. Rejects with why there is none. */
export async function statementFile({
  of,
  range,
  format,
  userId,
  language,
}: StatementFile): Promise<{ readonly blob: Blob; readonly name: string }> {
  const { url, params } = statementCall(of, range);
  const response = await fetch(address({ url: `${url}/file`, params: { ...params, format } }), {
    headers: { 'New-API-User': String(userId), 'Accept-Language': language },
    credentials: 'same-origin',
  });
  if (!response.ok) {
    const answer: unknown = await response.json().catch(() => undefined);
    const isTold = typeof answer === 'object' && answer !== null && 'message' in answer;
    const refusal: ApiError = {
      kind: response.status === 400 || response.status === 404 ? 'refused' : 'http',
      status: response.status,
      message: isTold ? String(answer.message) : '',
      requestId: response.headers.get('x-oneapi-request-id') ?? undefined,
    };
    throw refusal;
  }
  const [, name = `statement.${format}`] =
    /filename="([\w.-]+)"/u.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { blob: await response.blob(), name };
}

export function save({ blob, name }: { readonly blob: Blob; readonly name: string }): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

const FRAME_ID = 'printed-statement';

/** Prints a page of ours as it is: it has no script, and its frame would let none run. */
export async function print({ blob }: { readonly blob: Blob }): Promise<void> {
  document.getElementById(FRAME_ID)?.remove();
  const frame = document.createElement('iframe');
  frame.id = FRAME_ID;
  frame.title = FRAME_ID;
  frame.setAttribute('sandbox', 'allow-same-origin allow-modals');
  frame.style.cssText = 'position:fixed;inset-inline-start:-10000px;width:210mm;height:297mm';
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  frame.srcdoc = await blob.text();
  document.body.append(frame);
  await loaded;
  frame.contentWindow?.print();
}
