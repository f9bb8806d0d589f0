import manifest from '../../package.json';

/** Of this release. */
export const VERSION: string = manifest.version;
