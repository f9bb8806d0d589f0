/** What the page of a receipt says, and of its proof, by language: one that lacks a text does not compile. */
const en = {
  about: 'Why this request cost what it cost, factor by factor.',
  print: 'Print',
  title: 'In the sealed ledger',
  sealed: 'Sealed',
  unsealed: 'Not sealed yet: it will be within a minute. This page looks again by itself.',
  waitsLong: 'Still not sealed. The operator sees why; look again later.',
  lookAgain: 'Look again',
  leftOff: (count: string) =>
    `More has followed than a receipt holds: ${count} later changes are not in it, and it proves nothing.`,
  index: 'Event',
  ofTree: (index: string, size: string) => `${index} of ${size}`,
  sealOf: 'Sealed at',
  standsAt: 'Stands at',
  later: 'What followed',
  kinds: {
    ConsumptionRerated: 'Priced again',
    SuspenseSettled: 'Settled by the provider’s bill',
    ConsumptionRefunded: 'Given back',
  } as Readonly<Record<string, string>>,
  notSealed: 'not sealed yet',
  check: 'Check it yourself',
  checkAbout:
    'Two files and one command on your own computer, with Node.js 20 or later. The script asks nobody: it computes ' +
    'the amount again, and checks that the ledger’s key has sealed it.',
  receiptFile: 'The receipt',
  scriptFile: 'The script',
  command: 'The command',
  copyCommand: 'Copy command',
  copied: 'Command copied',
  keyBefore:
    'The key stands in the command. Get it from somewhere else too, and compare: the operator publishes it, and',
  keyLink: 'the ledger tells it to everybody',
  keyAfter: '. Heads that were published earlier must be beginnings of the present one.',
  laterAbout:
    'The file proves what it says, not that nothing followed later: who wants to know what the charge stands at now fetches it anew.',
  proofFile: 'Proof for other programs (C2SP tlog-proof)',
  private: 'Private part',
  privateAbout:
    'Attempts and channel, whose hash alone stands in the sealed event. Only who reads money sees it, and the file ' +
    'that you download here has it: customers download theirs without it.',
};

const zh: typeof en = {
  about: '这次请求的费用由来，逐项列出。',
  print: '打印',
  title: '封存状态',
  sealed: '已封存',
  unsealed: '尚未封存：一分钟内会完成，本页会自动刷新。',
  waitsLong: '仍未封存。运营方可查看原因，请稍后再看。',
  lookAgain: '重新查看',
  leftOff: (count) => `后续变动超出收据所能容纳：有 ${count} 项未列入，本收据不能作为证明。`,
  index: '事件',
  ofTree: (index, size) => `第 ${index} 个，共 ${size} 个`,
  sealOf: '封存时间',
  standsAt: '现为',
  later: '后续变动',
  kinds: {
    ConsumptionRerated: '重新计价',
    SuspenseSettled: '按供应商账单结算',
    ConsumptionRefunded: '退还',
  },
  notSealed: '尚未封存',
  check: '自行核验',
  checkAbout:
    '在您自己的电脑上，用 Node.js 20 或更高版本，只需两个文件和一条命令。脚本不联网：它会重新计算金额，并核验账本密钥已将其封存。',
  receiptFile: '收据',
  scriptFile: '脚本',
  command: '命令',
  copyCommand: '复制命令',
  copied: '已复制命令',
  keyBefore: '命令中已包含密钥。请再从别处取得并比对：运营方会公布密钥，并且',
  keyLink: '账本向所有人提供',
  keyAfter: '。以前公布的摘要必须是当前账本的开头。',
  laterAbout: '文件证明其所载内容，不证明此后没有变动：如需了解该费用的现状，请重新获取。',
  proofFile: '供其他程序使用的证明（C2SP tlog-proof）',
  private: '私有部分',
  privateAbout:
    '尝试与渠道；封存的事件中只有其哈希。仅财务人员可见，且此处下载的文件包含它；客户下载的文件不含此部分。',
};

export const proofTexts = { en, zh } as const;
export type ProofTexts = typeof en;
