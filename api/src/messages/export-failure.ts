import type { ExportFailure } from '@ledgate/domain/catalogue/export-statuses';
import type { Language } from '@ledgate/domain/catalogue/language';

const TEXTS: Readonly<Record<Language, Readonly<Record<ExportFailure, string>>>> = {
  en: {
    worker_died: 'Three processes ended while they made it. Their logs say why.',
    disk_full: 'The disk of the export folder is full. Make room there, and order it again.',
    ledger_unavailable: 'The ledger or the database could not be reached for ten minutes. Order it again.',
    read_models_behind: 'The read models did not come as far as it looks within ten minutes. Order it again later.',
    broken: 'It could not be made. The log of the worker says why, under the number of the export.',
  },
  zh: {
    worker_died: '三个进程在生成过程中终止，原因见其日志。',
    disk_full: '导出目录所在磁盘已满。请清理空间后重新导出。',
    ledger_unavailable: '账本或数据库在十分钟内无法访问，请重新导出。',
    read_models_behind: '读模型在十分钟内未能到达所需位置，请稍后重新导出。',
    broken: '无法生成，原因见 worker 日志（按导出编号查找）。',
  },
};

/** Why an export failed, as a sentence. */
export const exportFailureText = (failure: ExportFailure, language: Language): string => TEXTS[language][failure];
