/**
 * Packages that are ES modules alone, for a bundle that comes out of a code cache: there `import()` does
 * not work, so this is a file of its own.
 */
const loaded = new Map();

module.exports = {
  async load(paths) {
    const modules = await Promise.all(paths.map((path) => import(path)));
    for (const [index, path] of paths.entries()) loaded.set(path, modules[index]);
  },
  loaded: (path) => loaded.get(path),
};
