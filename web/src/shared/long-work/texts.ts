/** What long work says, by language: one that lacks a text does not compile. */
const en = {
  place: 'What runs',
  progress: (ended: string, total: string) => `${ended} of ${total}`,
  soFar: (count: string) => `${count} so far`,
  running: (title: string, progress: string) => `${title}: ${progress}`,
  waiting: 'Waits for what runs before it',
  stopping: 'Stops after the call that is on its way',
  ended: (done: string, total: string) => `${done} of ${total} done`,
  left: (count: string) => `${count} not begun`,
  failed: (count: string) => `${count} failed`,
  stop: 'Stop',
  stopOf: (title: string) => `Stop: ${title}`,
  dismiss: 'Clear what has ended',
  tooMuch: 'Too much waits already. Try again when some of it has ended.',
  notAll: (title: string, done: string, total: string) => `${title}: ${done} of ${total} done`,
};

const zh: typeof en = {
  place: '正在进行的操作',
  progress: (ended, total) => `${ended} / ${total}`,
  soFar: (count) => `已有 ${count}`,
  running: (title, progress) => `${title}：${progress}`,
  waiting: '等待前一项操作完成',
  stopping: '当前调用结束后停止',
  ended: (done, total) => `已完成 ${done} / ${total}`,
  left: (count) => `${count} 项未开始`,
  failed: (count) => `${count} 项失败`,
  stop: '停止',
  stopOf: (title) => `停止：${title}`,
  dismiss: '清除已结束的操作',
  tooMuch: '等待中的操作过多，请在部分完成后重试。',
  notAll: (title, done, total) => `${title}：已完成 ${done} / ${total}`,
};

export const workTexts = { en, zh } as const;
