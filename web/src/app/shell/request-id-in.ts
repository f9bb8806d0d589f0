/** Every request's id is a UUID of ours; people copy it with what stands around it. */
const REQUEST_ID = /(?<![\w-])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-])/iu;

/** The first request id in a text, as it stands in log and receipt; undefined where there is none. */
export const requestIdIn = (text: string): string | undefined => REQUEST_ID.exec(text)?.[0].toLowerCase();
