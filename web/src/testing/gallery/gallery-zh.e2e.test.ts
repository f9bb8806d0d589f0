import { statesOfPages } from './states-of-pages.ts';

await statesOfPages('zh');
