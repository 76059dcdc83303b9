/** Path of the OpenAPI document, which needs no authentication. */
export const openApiPath = '/api/v1/openapi.json';
