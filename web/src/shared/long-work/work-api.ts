import { type ApiRequest } from '../api/base-query.ts';
import { baseApi } from '../api/base-api.ts';

/** One call of a long work. It says nothing of what it has changed: lists are asked again now and then, not after each of a thousand rows. */
export const workApi = baseApi.injectEndpoints({
  endpoints: (build) => ({ doRow: build.mutation<unknown, ApiRequest>({ query: (request) => request }) }),
});
