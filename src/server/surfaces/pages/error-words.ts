import type { ApiError } from '../../domain/api-error.ts';
import {
  DuplicateConnectionError,
  EndedConnectionError,
} from '../../domain/delivery/connection-errors.ts';

/**
 * The message of an error as a sentence. Some messages of the API name operations and their parameters,
 * which the pages do not have.
 */
export function errorText(error: ApiError): string {
  if (error instanceof DuplicateConnectionError) {
    return 'Another connection already delivers the same to this URL. If you have lost its signing secret, rotate it.';
  }
  if (error instanceof EndedConnectionError) {
    return 'The connection has ended, because its monitor was deleted. Choose what it delivers, or remove it.';
  }
  if ('previous_secret_expires_at' in error.details) {
    return 'The secret was rotated already, and its previous one is still valid. To rotate it again now, end the previous one.';
  }
  return asSentence(error.message);
}

/** Capitalizes the message of an API error and adds a period. */
export function asSentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1).replace(/\.?$/, '.');
}
