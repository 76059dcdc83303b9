/** The SQLite driver that the server uses on this version of Node. */
const installed = require.resolve('@photostructure/sqlite');
const builtin = process.getBuiltinModule?.('node:sqlite');
const isBuiltin = builtin !== undefined && 'isTransaction' in new builtin.DatabaseSync(':memory:');
const driver = isBuiltin ? builtin : require(installed);

exports.DatabaseSync = driver.DatabaseSync;

/** Its name and the version of SQLite. */
exports.sqliteVersion = () => {
  const select = new driver.DatabaseSync(':memory:').prepare('SELECT sqlite_version() AS version');
  const name = isBuiltin ? 'node:sqlite' : '@photostructure/sqlite';
  return `${name} with SQLite ${select.get().version}`;
};

/** Makes a server of this process open its databases by another class. Call it before the server starts. */
exports.replaceDatabase = (DatabaseSync) => {
  if (isBuiltin) builtin.DatabaseSync = DatabaseSync;
  else require.cache[installed].exports = { ...driver, DatabaseSync };
};
