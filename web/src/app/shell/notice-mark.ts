const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * What is kept of a notice that was read: a few letters, however long it is (its length and FNV-1a over its UTF-16 units). Of a text that says nothing it is
 * ''. Another text has another mark, but for a chance of one in four thousand million among those of one length.
 */
export function noticeMark(notice: string): string {
  const text = notice.trim();
  if (text === '') return '';
  let hash = FNV_OFFSET;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  return `${text.length}-${(hash >>> 0).toString(36)}`;
}
