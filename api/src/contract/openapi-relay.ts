/** The relay's calls for the OpenAPI document: OpenAI's own, with what Ledgate adds or refuses. Unknown fields go upstream as they are. */

const error = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

const refusals = {
  400: error('The request is not valid, or the balance is less than the request may cost (insufficient_user_quota)'),
  401: error('No token, an unknown, disabled, expired or exhausted one'),
  403: error("The balance is zero, the token's rest too small, or address, group or model are not allowed"),
  413: error('The body is larger than the limit'),
  429: error('The upstreams of this group are saturated'),
  500: error('The upstream failed'),
  503: error(
    'No channel serves the model for this group, or the ledger cannot be reached: nothing is served unmetered',
  ),
};

const security = [{ token: [] }];
const tags = ['relay'];

export const relayPaths = {
  '/v1/models': {
    get: {
      operationId: 'relay.models',
      tags,
      security,
      summary: 'Models that the token may use',
      responses: {
        200: {
          description: 'The list',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Models' } } },
        },
        401: refusals[401],
      },
    },
  },
  '/v1/models/{model}': {
    get: {
      operationId: 'relay.model',
      tags,
      security,
      summary: 'One model',
      parameters: [{ name: 'model', in: 'path', required: true, schema: { type: 'string' } }],
      responses: {
        200: {
          description: 'The model',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Model' } } },
        },
        401: refusals[401],
        404: error('There is no such model'),
      },
    },
  },
  '/v1/chat/completions': {
    post: {
      operationId: 'relay.chat',
      tags,
      security,
      summary: 'A chat completion, whole or as a stream of events; charged when it ends',
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/ChatRequest' } } },
      },
      responses: {
        200: {
          description: 'The answer: JSON, or with stream true events that end with [DONE]',
          content: {
            'application/json': { schema: { type: 'object' } },
            'text/event-stream': { schema: { type: 'string' } },
          },
        },
        ...refusals,
      },
    },
  },
};

export const relaySchemas = {
  Error: {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['message', 'type'],
        properties: {
          message: { type: 'string', description: 'Ends with the request id' },
          type: { type: 'string' },
          param: { type: ['string', 'null'] },
          code: { type: ['string', 'number', 'null'] },
        },
      },
    },
  },
  Model: {
    type: 'object',
    required: ['id', 'object'],
    properties: {
      id: { type: 'string' },
      object: { const: 'model' },
      created: { type: 'integer' },
      owned_by: { type: 'string' },
    },
  },
  Models: {
    type: 'object',
    required: ['object', 'data'],
    properties: {
      object: { const: 'list' },
      success: { type: 'boolean' },
      data: { type: 'array', items: { $ref: '#/components/schemas/Model' } },
    },
  },
  ChatRequest: {
    type: 'object',
    required: ['model', 'messages'],
    properties: {
      model: { type: 'string' },
      messages: { type: 'array', minItems: 1, items: { type: 'object' } },
      stream: { type: 'boolean' },
      stream_options: { type: 'object', properties: { include_usage: { type: 'boolean' } } },
      max_tokens: {
        type: 'integer',
        maximum: 1_073_741_823,
        description: 'The reservation covers this much; so does max_completion_tokens',
      },
      max_completion_tokens: { type: 'integer' },
      n: { type: 'integer', minimum: 1 },
    },
  },
};
