import { escaped } from '../http/escaped.ts';
import type { Language } from '@ledgate/domain/catalogue/language';

type Schema = unknown;
type Content = Readonly<Record<string, { readonly schema?: Schema }>>;
type Answer = { readonly $ref?: string; readonly description?: string; readonly content?: Content };
type Operation = {
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema?: Schema }[];
  readonly requestBody?: { readonly content?: Content };
  readonly responses?: Readonly<Record<string, Answer>>;
};
/** What the page reads of an OpenAPI document. */
export type ShownDocument = {
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary?: string;
    readonly description?: string;
  };
  readonly components?: { readonly responses?: Readonly<Record<string, Answer>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

const texts = {
  en: {
    title: 'Interface',
    document: 'The document (OpenAPI 3.1)',
    console: 'To the console',
    open: 'without a session',
    parameters: 'Parameters',
    body: 'Body',
    answers: 'Answers',
    contents: 'Contents',
    where: { path: 'in the path', query: 'in the query' } as Readonly<Record<string, string>>,
  },
  zh: {
    title: '接口文档',
    document: '文档文件（OpenAPI 3.1）',
    console: '返回控制台',
    open: '无需登录',
    parameters: '参数',
    body: '请求体',
    answers: '响应',
    contents: '目录',
    where: { path: '路径', query: '查询' } as Readonly<Record<string, string>>,
  },
};
type Texts = (typeof texts)['en'];

/** Nothing of the page comes from elsewhere, and nothing on it runs: its policy allows these styles alone. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--bg:#fff;--panel:#f7f8f8;--fg:#14201e;--muted:#55625f;--border:#dce3e1;--brand:#0b6b5f}
@media(prefers-color-scheme:dark){:root{--bg:#0f1514;--panel:#161e1c;--fg:#e6edeb;--muted:#9dada9;--border:#2a3533;--brand:#4fc3b0}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:960px;padding:24px 16px 64px;background:var(--bg);color:var(--fg);font:14px/1.5 Inter,system-ui,sans-serif}
h1{font-size:24px;margin:0}h2{font-size:20px;margin:32px 0 8px;scroll-margin-top:8px}h3{font-size:14px;margin:16px 0 4px}
a{color:var(--brand)}p{margin:4px 0 8px;max-width:72ch}.muted{color:var(--muted)}
a:focus-visible,summary:focus-visible,pre:focus-visible{outline:2px solid var(--brand);outline-offset:2px}
nav ul{display:flex;flex-wrap:wrap;gap:0 16px;list-style:none;padding:0;margin:8px 0}nav a{display:inline-block;padding:6px 0}
details{border-top:1px solid var(--border)}summary{cursor:pointer;padding:10px 0;min-height:44px;overflow-wrap:anywhere}
code,pre{font:13px/1.5 ui-monospace,monospace}
.method{display:inline-block;min-width:4.5em;color:var(--brand);font-weight:600}.about{display:block;color:var(--muted);margin-inline-start:16px}
.shown{padding:0 0 16px 16px}
pre{background:var(--panel);border:1px solid var(--border);padding:8px 12px;margin:4px 0;overflow:auto;max-height:400px}
dl{margin:0}dt{overflow-wrap:anywhere}dd{margin:0 0 8px 16px}
@media(max-width:600px){.shown{padding-inline-start:0}.about{margin-inline-start:0}}
`;

/** The document as a page for people: each operation opens to its parameters, body and answers. HTML without a script. */
export function openApiPage({ info, components, paths }: ShownDocument, language: Language): string {
  const own = texts[language];
  const groups = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags?.[0] ?? '';
      groups.set(tag, [
        ...(groups.get(tag) ?? []),
        operationHtml(method, path, operation, components?.responses ?? {}, own),
      ]);
    }
  const tags = [...groups.keys()];
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escaped(`${own.title} · ${info.title}`)}</title><style>${PAGE_STYLE}</style></head><body>`,
    `<header><h1>${escaped(info.title)} ${escaped(info.version)}</h1>`,
    `<p lang="en">${escaped(`${info.summary ?? ''} ${info.description ?? ''}`)}</p>`,
    `<p><a href="/api/openapi.json">${own.document}</a> · <a href="/">${own.console}</a></p></header>`,
    `<nav aria-label="${own.contents}"><ul>`,
    ...tags.map((tag) => `<li><a href="#${escaped(tag)}">${escaped(tag)}</a></li>`),
    '</ul></nav><main>',
    ...tags.map(
      (tag) =>
        `<section aria-labelledby="${escaped(tag)}"><h2 id="${escaped(tag)}">${escaped(tag)}</h2>${(groups.get(tag) ?? []).join('')}</section>`,
    ),
    '</main></body></html>',
  ].join('\n');
}

function operationHtml(
  method: string,
  path: string,
  { summary = '', description = '', security, parameters = [], requestBody, responses = {} }: Operation,
  named: Readonly<Record<string, Answer>>,
  own: Texts,
): string {
  const isOpen = security?.length === 0;
  return [
    `<details><summary><code><span class="method">${escaped(method.toUpperCase())}</span> ${escaped(path)}</code>`,
    `<span class="about" lang="en">${escaped(summary)}</span></summary><div class="shown">`,
    `<p class="muted" lang="en">${escaped(description)}${isOpen ? ` <span lang="${own === texts.zh ? 'zh' : 'en'}">(${own.open})</span>` : ''}</p>`,
    ...(parameters.length === 0
      ? []
      : [
          `<h3>${own.parameters}</h3><dl>`,
          ...parameters.map(
            ({ name, in: where, schema }) =>
              `<dt><code>${escaped(name)}</code> <span class="muted">${own.where[where] ?? escaped(where)}</span></dt><dd>${schemaHtml(schema, name)}</dd>`,
          ),
          '</dl>',
        ]),
    ...(requestBody === undefined ? [] : [`<h3>${own.body}</h3>`, contentHtml(requestBody.content, own.body)]),
    `<h3>${own.answers}</h3><dl>`,
    ...Object.entries(responses).map(([status, answer]) => {
      const { description: about = '', content } = named[answer.$ref?.split('/').at(-1) ?? ''] ?? answer;
      return `<dt><code>${escaped(status)}</code> <span lang="en">${escaped(about)}</span></dt><dd>${contentHtml(content, `${own.answers} ${status}`)}</dd>`;
    }),
    '</dl></div></details>',
  ].join('');
}

const contentHtml = (content: Content | undefined, label: string): string =>
  Object.values(content ?? {})
    .map(({ schema }) => schemaHtml(schema, label))
    .join('');

/** Can be scrolled by keyboard. */
const schemaHtml = (schema: Schema, label: string): string =>
  schema === undefined
    ? ''
    : `<pre tabindex="0" role="region" aria-label="${escaped(label)}">${escaped(JSON.stringify(schema, null, 1))}</pre>`;
