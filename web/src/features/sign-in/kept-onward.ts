const STORAGE_KEY = 'after-sign-in';

/** Where somebody goes on to who leaves for the page of a provider and comes back signed in; of this tab alone. */
export const keepOnward = (path: string): void => sessionStorage.setItem(STORAGE_KEY, path);

/** The same, once. */
export function takeOnward(): string | null {
  const path = sessionStorage.getItem(STORAGE_KEY);
  sessionStorage.removeItem(STORAGE_KEY);
  return path;
}
