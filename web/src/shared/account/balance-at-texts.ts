/** What a balance at an instant is called and made of, by language: one that lacks a text does not compile. */
const en = {
  title: 'Balance on a date',
  about: 'What stood on the account when this instant began: the opening balance of a statement from then on.',
  aboutRecorded: 'What the ledger knew of the account when this instant began.',
  date: 'Date and time',
  wrongDate: 'Choose a date and a time from 1970 on',
  recorded: 'Only what was recorded by then',
  recordedAbout: 'Leaves out what came in late: the figures as they could be seen at that time.',
  balance: 'Balance',
  credits: 'Credits',
  used: 'Used',
  earnings: 'Invite earnings',
  none: 'Nothing stood on this account yet',
  noneAbout: 'Its first credit came later. Choose a later date.',
  place: (position: string) => `Position ${position} of the ledger`,
};
export type BalanceAtTexts = typeof en;

const zh: BalanceAtTexts = {
  title: '某一时刻的余额',
  about: '该时刻开始时账户的余额，即从该时刻起的对账单的期初余额。',
  aboutRecorded: '该时刻开始时账本中已有的账户余额。',
  date: '日期与时间',
  wrongDate: '请选择 1970 年以后的日期和时间',
  recorded: '仅计当时已入账的记录',
  recordedAbout: '不含后来补记的条目，即当时所能看到的数字。',
  balance: '余额',
  credits: '入账',
  used: '已用',
  earnings: '邀请收益',
  none: '该账户当时尚无任何记录',
  noneAbout: '首笔入账晚于该时刻，请选择更晚的日期。',
  place: (position) => `账本位置 ${position}`,
};

export const balanceAtTexts = { en, zh } as const;
