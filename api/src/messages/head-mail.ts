/** A head of the ledger by mail: whoever reads it keeps it, in whatever language. */
export const headMail = (
  { note, size }: { readonly note: string; readonly size: number },
  systemName: string,
): { readonly subject: string; readonly text: string } => ({
  subject: `${systemName}: head of the ledger, ${size} events`,
  text: [
    'Keep this. It proves later that none of these events was changed, added or taken away.',
    '请保存此邮件。日后可凭它证明这些事件从未被更改、添加或删除。',
    note,
  ].join('\n\n'),
});
