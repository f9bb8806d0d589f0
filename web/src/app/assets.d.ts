/** Files that the bundler turns into addresses or styles. */
declare module '*.svg' {
  const address: string;
  export default address;
}
declare module '*.css';
declare module '*.svg?inline' {
  const address: string;
  export default address;
}
