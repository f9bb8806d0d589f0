const en = {
  closeAbout: 'Your tokens stop working and you cannot sign in any more. What was charged stays on the books.',
  closeTitle: 'Close your account?',
  closeQuestion: 'This cannot be undone by you. A balance that is left is not paid out.',
  nameOf: (name: string) => `Type your username, ${name}, to confirm`,
  otherName: 'Please enter your account name to confirm deletion!',
  closed: 'Your account is closed',
};

const zh: typeof en = {
  closeAbout: '您的令牌将停止工作，您也无法再登录。已产生的扣费会保留在账本中。',
  closeTitle: '注销您的账户？',
  closeQuestion: '注销后您无法自行恢复，剩余余额不予退还。',
  nameOf: (name) => `请输入您的用户名 ${name} 以确认`,
  otherName: '请输入您的账户名以确认删除！',
  closed: '您的账户已注销',
};

export const closeTexts = { en, zh } as const;
