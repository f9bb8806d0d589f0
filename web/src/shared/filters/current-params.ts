/**
 * What stands in the address now. The router hands its own setter what was drawn last, which may be behind the address: of two changes that come close
 * together the second would bring back what the first has taken away.
 */
export const currentParams = (): URLSearchParams => new URLSearchParams(window.location.search);
