import ts from 'typescript';

/**
 * The exports of a module and their members that have no docstring, such as `Client.news`.
 *
 * @param isOwn whether a declaration file belongs to the package
 */
export function undocumented(
  module: ts.Symbol,
  checker: ts.TypeChecker,
  isOwn: (path: string) => boolean,
): string[] {
  return checker.getExportsOfModule(module).flatMap((each) => {
    const isAlias = (each.flags & ts.SymbolFlags.Alias) !== 0;
    const symbol = isAlias ? checker.getAliasedSymbol(each) : each;
    if (!symbol.declarations?.some((node) => isOwn(node.getSourceFile().fileName))) return [];
    return [
      ...(isDocumented(symbol, checker) ? [] : [each.name]),
      ...membersOf(symbol)
        .filter((member) => !isDocumented(member, checker))
        .map((member) => `${each.name}.${member.name}`),
    ];
  });
}

function isDocumented(symbol: ts.Symbol, checker: ts.TypeChecker): boolean {
  return ts.displayPartsToString(symbol.getDocumentationComment(checker)) !== '';
}

/** The members that an interface or a class declares, and the fields of an object type. */
function membersOf(symbol: ts.Symbol): ts.Symbol[] {
  const ofType = (symbol.declarations ?? []).flatMap((node) =>
    ts.isTypeAliasDeclaration(node) ? [...typeLiteralsIn(node.type)] : [],
  );
  const members = [...(symbol.members?.values() ?? []), ...ofType];
  return members.filter(({ name, flags, declarations }) => {
    const isMember =
      (flags & (ts.SymbolFlags.Property | ts.SymbolFlags.Method | ts.SymbolFlags.Accessor)) !== 0;
    // The name of an error is that of its class.
    if (symbol.flags & ts.SymbolFlags.Class && name === 'name') return false;
    const isPrivate = declarations?.some((node) => {
      const identifier = ts.getNameOfDeclaration(node);
      return identifier && ts.isPrivateIdentifier(identifier);
    });
    return isMember && !isPrivate;
  });
}

function* typeLiteralsIn(node: ts.TypeNode): Generator<ts.Symbol> {
  if (ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node)) {
    for (const each of node.types) yield* typeLiteralsIn(each);
  }
  if (!ts.isTypeLiteralNode(node)) return;
  for (const member of node.members) {
    const symbol = 'symbol' in member ? (member.symbol as ts.Symbol) : undefined;
    if (symbol) yield symbol;
  }
}
