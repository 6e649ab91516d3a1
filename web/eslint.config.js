// Mistakes that neither the types nor the formatter find.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

export default ts.config(
  { ignores: ['dist', 'src/wire'] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      // The types know which names exist.
      'no-undef': 'off',
      // A table does not know the types of its game: faces are Face<any, any, any> there.
      '@typescript-eslint/no-explicit-any': 'off',
      // Svelte's own check knows which warnings it would give.
      'svelte/no-unused-svelte-ignore': 'off',
      // Sets and maps that are replaced as a whole, or not shown, need not be watched.
      'svelte/prefer-svelte-reactivity': 'off',
      // A place that must be there for the next one begins with an underscore.
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
);
