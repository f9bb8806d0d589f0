import { fileURLToPath } from 'node:url';

/** Where the built console lies, seen from the built server (infra/dist). */
export const consoleFolder = fileURLToPath(new URL('../../web/dist', import.meta.url));
