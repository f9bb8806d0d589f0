/** Built-in entries of the option GroupRatio. */
export const DEFAULT_GROUP_RATIO: Readonly<Record<string, string>> = {
  default: '1',
  vip: '1',
  svip: '1',
};
