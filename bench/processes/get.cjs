/** A bare GET with the API key of the service, printed as it is. */
const { get } = require('node:http');

const { SERVICE_API_KEY, SERVICE_BASE_URL } = process.env;
const headers = { authorization: `Bearer ${SERVICE_API_KEY}` };
get(`${SERVICE_BASE_URL}/api/v1/account/overview`, { headers }, (response) => {
  response.pipe(process.stdout);
});
