import { errorCode } from '../../../node/error-code.ts';
import { ApiError } from '../../domain/api-error.ts';
import { requestLimits } from './limits.ts';

interface ClientError {
  status: number;
  error: ApiError;
}

/** The response to a request that Node's HTTP server could not read. */
export function clientErrorResponse(error: Error): ClientError {
  const { maxHeaderBytes, maxHeaderSeconds, maxRequestSeconds } = requestLimits;
  switch (errorCode(error)) {
    case 'HPE_HEADER_OVERFLOW':
      return invalid(431, `the headers are larger than ${maxHeaderBytes} bytes`);
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return invalid(
        408,
        `the request took too long: headers must arrive within ${maxHeaderSeconds} s and the rest within ${maxRequestSeconds} s`,
      );
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return {
        status: 413,
        error: new ApiError('payload_too_large', 'the chunk extensions of the body are too large'),
      };
    case 'HPE_INVALID_URL':
      return invalid(400, 'the URL contains bytes that must be percent-encoded');
    default:
      return invalid(400, 'the request is not valid HTTP/1.1');
  }
}

function invalid(status: number, message: string): ClientError {
  return { status, error: new ApiError('invalid_request', message) };
}
