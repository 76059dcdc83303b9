import pg from 'pg';
import { describe, expect, it } from 'vitest';
import {
  endsConnection,
  isRolledBack,
  isUnavailable,
} from '../../../../../src/server/store/postgres/database-errors.ts';

/** An error as the driver reports it: the database translates the severity and the message. */
function databaseError(code: string, { severity = 'ВАЖНО', routine = '' } = {}): Error {
  return Object.assign(new pg.DatabaseError('сообщение', 0, 'error'), { code, severity, routine });
}

describe('an error of a database that speaks another language', () => {
  it.each(['57P01', '57P02', '57P03', '57P04', '57P05', '25P03', '25P04', '28P01', '53300'])(
    'ends the connection with SQLSTATE %s',
    (code) => {
      const error = databaseError(code);
      expect([endsConnection(error), isUnavailable(error)]).toEqual([true, true]);
    },
  );

  it.each(['23505', '40001', '40P01', '53100', '57014', '55P03', '42601'])(
    'keeps the connection with SQLSTATE %s',
    (code) => {
      const error = databaseError(code, { severity: 'ОШИБКА' });
      expect([endsConnection(error), isRolledBack(error)]).toEqual([false, true]);
    },
  );

  it('leaves the outcome unknown unless a signal ended the session between two steps', () => {
    expect(isRolledBack(databaseError('57P01'))).toBe(false);
    expect(isRolledBack(databaseError('57P01', { routine: 'ProcessInterrupts' }))).toBe(true);
  });

  it('leaves the outcome unknown if the database could not write its log', () => {
    const error = databaseError('53100', { severity: 'ПАНИКА', routine: 'XLogWrite' });
    expect([endsConnection(error), isRolledBack(error)]).toEqual([true, false]);
  });
});
