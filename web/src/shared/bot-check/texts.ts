/** What the check says that whoever signs in is human, by language. */
const en = {
  wait: 'One moment, checking that you are human.',
  press: 'Please confirm here that you are human.',
  blocked: 'The check that you are human could not be loaded: something in your browser or network may block it.',
  failed: 'It could not be checked that you are human.',
  unproved: 'Nothing was sent: it is not certain yet that you are human.',
};

const zh: typeof en = {
  wait: '请稍候，正在进行人机验证。',
  press: '请在此完成人机验证。',
  blocked: '无法加载人机验证，可能被您的浏览器或网络拦截。',
  failed: '人机验证未能完成。',
  unproved: '尚未通过人机验证，未发送任何内容。',
};

export const botCheckTexts = { en, zh } as const;
