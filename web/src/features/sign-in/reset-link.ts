/** What a mailed link says: whose password is made anew, and by which token. */
export type ResetLink = { readonly email: string; readonly token: string };

/** Undefined where a part is missing, as of a link that a mail program has broken in two. */
export function resetLinkIn(search: string): ResetLink | undefined {
  const params = new URLSearchParams(search);
  // A plus sign that is not escaped is one of the address: no e-mail has blanks.
  const email = (params.get('email') ?? '').trim().replaceAll(' ', '+');
  const token = (params.get('token') ?? '').trim();
  return email === '' || token === '' ? undefined : { email, token };
}
