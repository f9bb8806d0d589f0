import type { SealTrouble } from './api/seals-api.ts';

type Trouble = { readonly title: string; readonly about: string };

const troublesEn: Readonly<Record<SealTrouble, Trouble>> = {
  key_missing: {
    title: 'Nothing is sealed: the worker has no key',
    about:
      'Give the worker the ledger’s key again: LEDGER_KEY or LEDGER_KEY_FILE, or the file ledger-key.pem in ' +
      'DATA_DIR. If the key is lost for good, "npm run ledger-key -- --change --old-is-lost" begins a new one; ' +
      'what was sealed stays good.',
  },
  key_differs: {
    title: 'Nothing is sealed: the worker has another key than the last seal',
    about:
      'Give the worker the key whose id stands first under Keys. If that one is lost for good, ' +
      '"npm run ledger-key -- --change --old-is-lost" begins a new one.',
  },
  ledger_differs: {
    title: 'Nothing is sealed: the ledger no longer begins with what was sealed',
    about:
      'Events that were sealed were changed or are missing: a wrong backup, or somebody at the store. Stop, keep the ' +
      'store as it is, and compare it by "npm run audit" with the heads that others keep. Do not change the key.',
  },
};

/** Texts of the page of seals, by language: one that lacks a text does not compile. */
const en = {
  about:
    'Every minute the notary signs the root of a tree over all events of the ledger. Who keeps one of these heads ' +
    'can prove later whether anything before it was changed.',
  sealNow: 'Seal now',
  sealing: 'Sealing …',
  sealed: (events: string) => `Sealed: ${events} events.`,
  state: 'State',
  good: 'Sealed regularly',
  late: 'Seals are late',
  stopped: 'Not sealing',
  never: 'Not sealed yet',
  last: 'Last seal',
  size: 'Events',
  sealedEvents: 'Sealed events',
  unsealed: 'Not sealed yet',
  since: 'since',
  lateAbout: (since: string) =>
    `Events have waited for a seal since ${since}. See that a worker is running and reaches the store; "Seal now" asks it to seal at once.`,
  troubles: troublesEn,
  heads: 'Heads',
  headsAbout: 'Give them to somebody outside: what others keep, nobody here can change unseen.',
  time: 'Sealed',
  root: 'Root',
  key: 'Key',
  note: 'Checkpoint',
  copy: 'Copy',
  copyOf: (size: string) => `Copy the head of ${size} events`,
  download: 'Download',
  downloadOf: (size: string) => `Download the head of ${size} events`,
  copied: 'Head copied',
  empty: 'Nothing is sealed yet',
  emptyAbout: 'The notary seals a minute after the first event.',
  keys: 'Keys',
  keysAbout:
    'By these everybody checks heads and receipts. Publish the present one where this server’s people cannot change it.',
  keysNone: 'No key has signed yet.',
  keyId: 'Id',
  vkey: 'Verifier key',
  fromSize: 'Signs from',
  events: (count: string) => `event ${count}`,
  present: 'in use',
  retired: (time: string) => `until ${time}`,
  use: 'In use',
  check: 'Check a head that you have kept',
  checkAbout:
    'Paste a head that you saved earlier, from a mail or somebody else. This browser checks by the server’s proof ' +
    '(RFC 6962) whether the present ledger begins with it. Signatures are not checked here: "npm run audit" does ' +
    'that.',
  checkpoint: 'Head',
  checkpointHelp: 'The whole note, or its first three lines: name, number of events, root.',
  checkpointWrong: 'This is no head: name, number of events and root, a line each, are expected.',
  compare: 'Check',
  comparing: 'Checking …',
  insecure: 'This browser hashes only on pages that are served by https. Open the console by https to check heads.',
  verdicts: {
    holds: (events: string, now: string) =>
      `It holds: the ${events} events of this head are the beginning of the present ${now}.`,
    same: (events: string) => `It holds: this is the present head, of ${events} events.`,
    broken: () => 'It does not hold: the ledger does not begin with this head. Keep both heads as evidence.',
    foreign: (name: string) => `This head is of another ledger: ${name}.`,
    ahead: (events: string, now: string) =>
      `The head has ${events} events, but only ${now} are sealed: this ledger is older than the head, or was cut off.`,
    unknown: (events: string) =>
      `This ledger never sealed ${events} events: the head is not from here, or seals were removed.`,
    none: () => 'This ledger has no seal yet to compare with.',
  },
};

const zh: typeof en = {
  about: '公证程序每分钟对账本全部事件构成的树的根进行签名。保存任一封存摘要，以后即可证明其之前的内容是否被改动。',
  sealNow: '立即封存',
  sealing: '正在封存…',
  sealed: (events) => `已封存 ${events} 个事件。`,
  state: '状态',
  good: '封存正常',
  late: '封存延迟',
  stopped: '封存已停止',
  never: '尚未封存',
  last: '最近封存',
  size: '事件数',
  sealedEvents: '已封存事件',
  unsealed: '未封存事件',
  since: '自',
  lateAbout: (since) =>
    `自 ${since} 起有事件等待封存。请确认 worker 正在运行并能访问存储；“立即封存”会要求它马上封存。`,
  troubles: {
    key_missing: {
      title: '封存已停止：worker 没有密钥',
      about:
        '请重新向 worker 提供账本密钥：LEDGER_KEY 或 LEDGER_KEY_FILE，或 DATA_DIR 中的文件 ledger-key.pem。若密钥已永久丢失，可用 npm run ledger-key -- --change --old-is-lost 启用新密钥；' +
        '已封存的内容依然有效。',
    },
    key_differs: {
      title: '封存已停止：worker 的密钥与最近一次封存不同',
      about:
        '请向 worker 提供下方“密钥”中第一个编号对应的密钥。若该密钥已永久丢失，可用 ' +
        'npm run ledger-key -- --change --old-is-lost 启用新密钥。',
    },
    ledger_differs: {
      title: '封存已停止：账本开头与已封存的内容不一致',
      about:
        '已封存的事件被改动或缺失：可能恢复了错误的备份，或有人改动了存储。请停止操作、保留存储现状，并用 npm run audit 与外部保存的摘要比对。请勿更换密钥。',
    },
  },
  heads: '封存摘要',
  headsAbout: '请交由外部保存：外部留存之后，任何人都无法悄悄改动账本。',
  time: '封存时间',
  root: '根',
  key: '密钥',
  note: '摘要全文',
  copy: '复制',
  copyOf: (size) => `复制 ${size} 个事件的摘要`,
  download: '下载',
  downloadOf: (size) => `下载 ${size} 个事件的摘要`,
  copied: '已复制摘要',
  empty: '尚无封存',
  emptyAbout: '首个事件之后一分钟内，公证程序会进行封存。',
  keys: '密钥',
  keysAbout: '任何人都可用这些密钥核验摘要与收据。请将当前密钥公布在本服务器人员无法更改的地方。',
  keysNone: '还没有签名密钥。',
  keyId: '编号',
  vkey: '验证密钥',
  fromSize: '起始',
  events: (count) => `第 ${count} 个事件`,
  present: '使用中',
  retired: (time) => `至 ${time}`,
  use: '使用期',
  check: '核验您保存的摘要',
  checkAbout:
    '粘贴以前从邮件或他人处保存的摘要。浏览器会用服务器给出的证明（RFC 6962）核验当前账本是否以它开头。此处不核验签名，签名请用 npm run audit 核验。',
  checkpoint: '摘要',
  checkpointHelp: '完整摘要，或其前三行：名称、事件数、根。',
  checkpointWrong: '这不是摘要：应依次为名称、事件数和根，各占一行。',
  compare: '核验',
  comparing: '正在核验…',
  insecure: '浏览器仅在 https 页面上提供哈希计算。请通过 https 打开控制台再核验。',
  verdicts: {
    holds: (events, now) => `核验通过：该摘要的 ${events} 个事件是当前 ${now} 个事件的开头。`,
    same: (events) => `核验通过：这就是当前摘要，共 ${events} 个事件。`,
    broken: () => '核验未通过：账本并不以该摘要开头。请保留两份摘要作为证据。',
    foreign: (name) => `该摘要属于另一个账本：${name}。`,
    ahead: (events, now) => `该摘要有 ${events} 个事件，但目前仅封存了 ${now} 个：账本比摘要旧，或被截断。`,
    unknown: (events) => `本账本从未封存过 ${events} 个事件：该摘要不出自此处，或封存记录被移除。`,
    none: () => '本账本尚无可供比对的封存。',
  },
};

export const sealsTexts = { en, zh } as const;
export type SealsTexts = typeof en;
