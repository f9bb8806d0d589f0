/** A JSON web token (RFC 7519). `sign`: the signature of a text, in base64url. */
export function signedToken(head: object, claims: object, sign: (signed: string) => string): string {
  const signed = `${encoded(head)}.${encoded(claims)}`;
  return `${signed}.${sign(signed)}`;
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
