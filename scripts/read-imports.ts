import { parseSync, Visitor } from 'oxc-parser';

export interface Import {
  specifier: string;
  line: number;
  /** Erased by the compiler: `import type`, `export type … from`, `import('…').T` in a type. */
  isType: boolean;
}

/**
 * Finds every import of a file: static, re-exported, dynamic, in types. `import { type T }` counts as a runtime import, because
 * the module is still loaded under verbatimModuleSyntax.
 */
export function readImports(file: string, source: string): { found: Import[]; errors: string[] } {
  const { program, errors: syntaxErrors } = parseSync(file, source);
  const errors = syntaxErrors.map((error) => `does not parse: ${error.message}`);
  const found: Import[] = [];
  const lineAt = (offset: number) => source.slice(0, offset).split('\n').length;

  function add(node: { type: string; value?: unknown; start: number }, isType: boolean): void {
    const line = lineAt(node.start);
    if (node.type === 'Literal' && typeof node.value === 'string')
      found.push({ specifier: node.value, line, isType });
    else errors.push(`has an import that cannot be read, at line ${line}`);
  }

  new Visitor({
    ImportDeclaration: (node) => add(node.source, node.importKind === 'type'),
    ExportAllDeclaration: (node) => add(node.source, node.exportKind === 'type'),
    ExportNamedDeclaration: (node) => {
      if (node.source) add(node.source, node.exportKind === 'type');
    },
    ImportExpression: (node) => add(node.source, false),
    TSImportType: (node) => add(node.source, true),
    TSImportEqualsDeclaration: (node) =>
      errors.push(`has an import assignment, at line ${lineAt(node.start)}`),
    CallExpression: ({ callee, start }) => {
      const text = source.slice(callee.start, callee.end);
      if (text === 'require' || text.startsWith('import.meta.glob')) {
        errors.push(`has an import that cannot be read (${text}), at line ${lineAt(start)}`);
      }
    },
  }).visit(program);
  return { found, errors };
}
