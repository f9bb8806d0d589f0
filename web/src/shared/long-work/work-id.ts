let last = 0;

/** Of a work that is new in this tab. */
export function nextWorkId(): number {
  last += 1;
  return last;
}
