import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist", "scripts", "tests/built", "*.config.js"] },
  ...tseslint.configs.strictTypeChecked,
  { languageOptions: { parserOptions: { projectService: true } } },
  {
    // A handler is one expression.
    rules: { "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }] },
  },
  {
    files: ["tests/*.test.ts"],
    // The runner awaits the promise of a test.
    rules: {
      "@typescript-eslint/no-floating-promises": [
        "error",
        { allowForKnownSafeCalls: [{ from: "package", package: "node:test", name: "test" }] },
      ],
    },
  },
);
