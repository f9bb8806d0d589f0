/** Of how many rows a bare array is a page, or a file is made. */
export const TOTAL_HEADER = 'X-Total-Count';
