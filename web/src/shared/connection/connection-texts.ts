/** What is said while the server does not answer and when it has a new release, by language: one that lacks a text does not compile. */
const en = {
  lost: 'No connection to the server. What is shown here stays; it is tried again by itself.',
  pageWaits: 'No connection to the server. It is tried again by itself, and the page that you opened comes then.',
  tryNow: 'Try now',
  release: 'There is a new release. Load the page again to use it.',
  reload: 'Load again',
  gone: 'Part of it could not be loaded: most likely there is a new release. Load the page again.',
};

const zh: typeof en = {
  lost: '无法连接到服务器。此处显示的内容会保留，并会自动重试。',
  pageWaits: '无法连接到服务器，会自动重试，恢复后将打开您选择的页面。',
  tryNow: '立即重试',
  release: '已发布新版本，请重新加载页面。',
  reload: '重新加载',
  gone: '此页面的部分内容无法加载，可能已发布新版本。请重新加载页面。',
};

export const connectionTexts = { en, zh } as const;
