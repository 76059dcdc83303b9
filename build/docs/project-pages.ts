/** Files outside of `docs` that are pages of the site, by their paths in the project. */
export const projectPages: ReadonlyMap<string, string> = new Map([
  ['SKILL.md', 'project/skill'],
  ['CONTRIBUTING.md', 'project/contributing'],
  ['CHANGELOG.md', 'project/changelog'],
  ['SECURITY.md', 'project/security'],
]);
