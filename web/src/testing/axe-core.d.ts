/** The same module, packed closer. */
declare module 'axe-core/axe.min.js' {
  export { default } from 'axe-core';
}
