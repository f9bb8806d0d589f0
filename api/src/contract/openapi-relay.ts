/** The relay's calls for the OpenAPI document: those of OpenAI, Anthropic and Gemini, with what Ledgate adds or refuses. Unknown fields go upstream. */

const inJson = (description: string, schema: object) => ({ description, content: { 'application/json': { schema } } });

const error = (description: string) => inJson(description, { $ref: '#/components/schemas/Error' });

const anthropicError = (description: string) => inJson(description, { $ref: '#/components/schemas/AnthropicError' });

/** What every call with a body may answer, in the shape of a protocol. */
const refusalsBy = (shape: typeof error) => ({
  400: shape('The request is not valid, or the balance is less than the request may cost (insufficient_user_quota)'),
  401: shape('No token, an unknown, disabled, expired or exhausted one'),
  403: shape("The balance is zero, the token's rest too small, or address, group or model are not allowed"),
  413: shape('The body is larger than the limit'),
  429: shape('A limit of calls is reached (Retry-After, x-ratelimit-*), or the upstreams of this group are saturated'),
  500: shape('The upstream failed'),
  503: shape(
    'No channel serves the model for this group, or the ledger cannot be reached: nothing is served unmetered',
  ),
});

const geminiError = (description: string) => inJson(description, { $ref: '#/components/schemas/GeminiError' });

/** What every metered call may answer. */
const meteredRefusalsBy = (shape: typeof error) => ({
  ...refusalsBy(shape),
  409: shape(
    'A call with this Idempotency-Key runs (Retry-After), asked something else, or was charged and its answer is not kept (more than 1 MiB)',
  ),
});

const refusals = meteredRefusalsBy(error);
const anthropicRefusals = meteredRefusalsBy(anthropicError);
const geminiRefusals = meteredRefusalsBy(geminiError);

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Sent again with the same body within 24 hours, the call is answered with the same bytes (Idempotent-Replayed: true) and charged once',
  schema: { type: 'string', maxLength: 255 },
};

const attributed = {
  name: 'X-Ledgate-Tags',
  in: 'header',
  description: 'name=value, ...: at most 8 tags, by which the log can be narrowed; goes to no provider',
  schema: { type: 'string' },
};
/** Of every metered call. */
const meteredHeaders = [idempotencyKey, attributed];

const model = { name: 'model', in: 'path', required: true, schema: { type: 'string' } };
const generated = {
  required: true,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/GenerateContentRequest' } } },
};

const security = [{ token: [] }];
const tags = ['relay'];

const vectors = {
  200: inJson('A list of vectors, as the upstream gives it', { type: 'object' }),
  ...refusals,
};

const storedResponse = (operationId: string, summary: string) => ({
  operationId,
  tags,
  security,
  summary,
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
  responses: { 401: refusals[401], 404: error('No response is stored (not_stored)') },
});

const chatAnswer = {
  description: 'The answer: JSON, or with stream true events that end with [DONE]',
  content: {
    'application/json': { schema: { type: 'object' } },
    'text/event-stream': { schema: { type: 'string' } },
  },
};

export const relayPaths = {
  '/v1/models': {
    get: {
      operationId: 'relay.models',
      tags,
      security,
      summary: 'Models that the token may use',
      responses: {
        200: inJson('The list', { $ref: '#/components/schemas/Models' }),
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
      parameters: [model],
      responses: {
        200: inJson('The model', { $ref: '#/components/schemas/Model' }),
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
      parameters: meteredHeaders,
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/ChatRequest' } } },
      },
      responses: {
        200: chatAnswer,
        ...refusals,
      },
    },
  },
  '/pg/chat/completions': {
    post: {
      operationId: 'relay.playground',
      tags,
      security: [{ session: [] }],
      summary:
        "A chat completion of who is signed in to the console, charged to his balance alone; no other origin's pages may call",
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/ChatRequest' },
                {
                  type: 'object',
                  properties: { group: { type: 'string', description: "Not sent upstream; left out: the user's own" } },
                },
              ],
            },
          },
        },
      },
      responses: {
        200: chatAnswer,
        ...refusals,
        401: error('Nobody is signed in, or New-Api-User is not his id'),
        403: error('The user is banned, the balance is zero, or the group is not one that he may use'),
      },
    },
  },
  '/v1/messages': {
    post: {
      operationId: 'relay.messages',
      tags,
      security,
      summary: "A message in Anthropic's protocol, whole or as a stream of events; charged when it ends",
      parameters: meteredHeaders,
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/MessagesRequest' } } },
      },
      responses: {
        200: {
          description: 'The message: JSON, or with stream true events that end with message_stop',
          content: {
            'application/json': { schema: { type: 'object' } },
            'text/event-stream': { schema: { type: 'string' } },
          },
        },
        ...anthropicRefusals,
      },
    },
  },
  '/v1/messages/count_tokens': {
    post: {
      operationId: 'relay.countTokens',
      tags,
      security,
      summary: 'How many tokens a message would take, as they are counted here; free',
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/MessagesPrompt' } } },
      },
      responses: {
        200: inJson('The count', {
          type: 'object',
          required: ['input_tokens'],
          properties: { input_tokens: { type: 'integer', minimum: 0 } },
        }),
        ...refusalsBy(anthropicError),
      },
    },
  },
  '/v1beta/models': {
    get: {
      operationId: 'relay.geminiModels',
      tags,
      security,
      summary: "Models that the token may use, in Gemini's protocol",
      responses: {
        200: inJson('The list', {
          type: 'object',
          required: ['models'],
          properties: { models: { type: 'array', items: { type: 'object' } } },
        }),
        401: geminiRefusals[401],
      },
    },
  },
  '/v1beta/models/{model}:generateContent': {
    post: {
      operationId: 'relay.generateContent',
      tags,
      security,
      summary: "An answer in Gemini's protocol; charged when it ends. Also below /v1/models",
      parameters: [...meteredHeaders, model],
      requestBody: generated,
      responses: {
        200: inJson('The answer', { type: 'object' }),
        ...geminiRefusals,
      },
    },
  },
  '/v1beta/models/{model}:streamGenerateContent': {
    post: {
      operationId: 'relay.streamGenerateContent',
      tags,
      security,
      summary: "An answer in Gemini's protocol as a stream; charged when it ends. Also below /v1/models",
      parameters: [...meteredHeaders, model, { name: 'alt', in: 'query', schema: { const: 'sse' } }],
      requestBody: generated,
      responses: {
        200: {
          description: 'Events with alt=sse, else one array',
          content: {
            'text/event-stream': { schema: { type: 'string' } },
            'application/json': { schema: { type: 'array', items: { type: 'object' } } },
          },
        },
        ...geminiRefusals,
      },
    },
  },
  '/v1beta/models/{model}:countTokens': {
    post: {
      operationId: 'relay.geminiCountTokens',
      tags,
      security,
      summary: 'How many tokens contents would take, as they are counted here; free. Also below /v1/models',
      parameters: [model],
      requestBody: generated,
      responses: {
        200: inJson('The count', {
          type: 'object',
          required: ['totalTokens'],
          properties: { totalTokens: { type: 'integer', minimum: 0 } },
        }),
        ...refusalsBy(geminiError),
      },
    },
  },
  '/v1/responses': {
    get: {
      operationId: 'relay.responsesByWebSocket',
      tags,
      security: [],
      summary: 'A WebSocket, of which there is none: clients go on by HTTP. Whether there is a token is not asked',
      parameters: [{ name: 'Upgrade', in: 'header', required: true, schema: { const: 'websocket' } }],
      responses: { 426: error('Please send the request by HTTP (websocket_unsupported); the connection is closed') },
    },
    post: {
      operationId: 'relay.responses',
      tags,
      security,
      summary: "A response as OpenAI's Responses have it, whole or as a stream of events; charged when it ends",
      parameters: meteredHeaders,
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/ResponsesRequest' } } },
      },
      responses: {
        200: {
          description: 'The response: JSON, or with stream true events that end with response.completed or .incomplete',
          content: {
            'application/json': { schema: { type: 'object' } },
            'text/event-stream': { schema: { type: 'string' } },
          },
        },
        ...refusals,
      },
    },
  },
  '/v1/responses/compact': {
    post: {
      operationId: 'relay.compactResponse',
      tags,
      security,
      summary: 'What a conversation comes to, by channels that have Responses alone; charged as a response is',
      parameters: meteredHeaders,
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/ResponsesRequest' } } },
      },
      responses: {
        200: inJson('The compaction, as the upstream gives it', { type: 'object' }),
        ...refusals,
      },
    },
  },
  '/v1/responses/{id}': {
    get: storedResponse('relay.storedResponse', 'A stored response, of which there is none'),
    delete: storedResponse('relay.deleteResponse', 'Deletes a stored response, of which there is none'),
  },
  '/v1/responses/{id}/input_items': {
    get: storedResponse('relay.responseInput', 'The input of a stored response, of which there is none'),
  },
  '/v1/responses/{id}/cancel': {
    post: storedResponse('relay.cancelResponse', 'Ends a response in the background, of which there is none'),
  },
  '/v1/embeddings': {
    post: {
      operationId: 'relay.embeddings',
      tags,
      security,
      summary: 'Vectors of texts or of lists of tokens, charged by their tokens',
      parameters: meteredHeaders,
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/EmbeddingsRequest' } } },
      },
      responses: vectors,
    },
  },
  '/v1/engines/{model}/embeddings': {
    post: {
      operationId: 'relay.engineEmbeddings',
      tags,
      security,
      summary: 'The same, with the model in the path in place of the body',
      parameters: [...meteredHeaders, model],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/EmbeddingsInput' } } },
      },
      responses: vectors,
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
  AnthropicError: {
    type: 'object',
    required: ['type', 'error', 'request_id'],
    properties: {
      type: { const: 'error' },
      error: {
        type: 'object',
        required: ['type', 'message'],
        properties: { type: { type: 'string' }, message: { type: 'string' } },
      },
      request_id: { type: 'string' },
    },
  },
  GeminiError: {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message', 'status'],
        properties: {
          code: { type: 'integer' },
          message: { type: 'string' },
          status: { type: 'string' },
          details: { type: 'array', items: { type: 'object' } },
        },
      },
    },
  },
  GenerateContentRequest: {
    type: 'object',
    required: ['contents'],
    properties: {
      contents: { type: 'array', minItems: 1, items: { type: 'object' } },
      systemInstruction: { type: 'object' },
      tools: { type: 'array', items: { type: 'object' } },
      generationConfig: {
        type: 'object',
        properties: {
          maxOutputTokens: { type: 'integer', minimum: 1, description: 'The reservation covers this much' },
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
  MessagesPrompt: {
    type: 'object',
    required: ['model', 'messages'],
    properties: {
      model: { type: 'string' },
      messages: { type: 'array', minItems: 1, items: { type: 'object' } },
      system: { type: ['string', 'array'] },
      tools: { type: 'array', items: { type: 'object' } },
    },
  },
  MessagesRequest: {
    allOf: [
      { $ref: '#/components/schemas/MessagesPrompt' },
      {
        type: 'object',
        required: ['max_tokens'],
        properties: {
          max_tokens: { type: 'integer', minimum: 1, description: 'The reservation covers this much' },
          stream: { type: 'boolean' },
          thinking: { type: 'object' },
        },
      },
    ],
  },
  ResponsesRequest: {
    type: 'object',
    required: ['model'],
    description: 'Without prompt, previous_response_id or conversation there must be an input',
    properties: {
      model: { type: 'string', maxLength: 255 },
      input: { description: 'A text, or items', type: ['string', 'array', 'null'] },
      instructions: { type: ['string', 'null'] },
      max_output_tokens: { type: ['integer', 'null'], minimum: 1, description: 'The reservation covers this much' },
      stream: { type: ['boolean', 'null'] },
      background: { enum: [false, null], description: 'No answer is kept that could be fetched later' },
      tools: { type: ['array', 'null'], items: { type: 'object' } },
      previous_response_id: { type: ['string', 'null'], description: 'By channels that have Responses alone' },
    },
  },
  EmbeddingsInput: {
    type: 'object',
    required: ['input'],
    properties: {
      input: {
        description: 'A text, texts, a text as a list of tokens, or several such lists',
        type: ['string', 'array'],
      },
      encoding_format: { enum: ['float', 'base64'] },
      dimensions: { type: 'integer', minimum: 1 },
    },
  },
  EmbeddingsRequest: {
    allOf: [
      { $ref: '#/components/schemas/EmbeddingsInput' },
      { type: 'object', required: ['model'], properties: { model: { type: 'string' } } },
    ],
  },
};
