/** Of what the script is called where it is saved. */
export const SCRIPT_FILE = 'check-receipt.mjs';

/** A request's receipt as a file: ids may hold what files and shells read otherwise. */
export const receiptFile = (requestId: string): string => `receipt-${requestId.replaceAll(/[^\w.-]+/gu, '-')}.json`;

/** Checks a saved receipt. A key has no character that a shell reads within single quotes: it is base64, and names without blanks. */
export const checkCommand = (requestId: string, vkey: string): string =>
  `node ${SCRIPT_FILE} ${receiptFile(requestId)} '${vkey.replaceAll("'", '')}'`;
