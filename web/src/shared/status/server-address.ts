/** Where programs reach this installation: the option ServerAddress, else where the console is. Without a slash at the end. */
export const serverAddress = (option: string): string =>
  option === '' || option.includes('localhost') ? window.location.origin : option.replace(/\/+$/u, '');
