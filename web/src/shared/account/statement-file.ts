import { answeredFile, fileName, fileRefusal, type FileStore, saveFile } from '../files/answered-file.ts';
import { fileTexts } from '../files/texts.ts';
import { statementCall, type StatementOf, type StatementRange } from './account-api.ts';

export type StatementFormat = keyof typeof TYPES;

const TYPES = { json: 'application/json', csv: 'text/csv', html: 'text/html' } as const;

type Asked = { readonly of: StatementOf; readonly range: StatementRange; readonly format: StatementFormat };
type Fetched = { readonly blob: Blob; readonly name: string };

/** A statement's file and its name. Rejects with why there is none. */
export async function statementFile({ of, range, format }: Asked, store: FileStore): Promise<Fetched> {
  const { url, params } = statementCall(of, range);
  const call = { url: `${url}/file`, params: { ...params, format } };
  const response = await answeredFile(call, store, { type: TYPES[format] });
  const blob = await response.blob().catch(() => {
    throw fileRefusal(response, fileTexts[store.getState().ui.language].broken);
  });
  return { blob, name: fileName(response, `statement.${format}`) };
}

export const save = ({ blob, name }: Fetched): void => saveFile(blob, name);

const FRAME_ID = 'printed-statement';

/** Prints a page of ours as it is: it has no script, and its frame would let none run. */
export async function print({ blob }: Pick<Fetched, 'blob'>): Promise<void> {
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
