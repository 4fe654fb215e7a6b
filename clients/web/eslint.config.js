import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist", "scripts", "tests/built", "*.config.js"] },
  ...tseslint.configs.strictTypeChecked,
  { languageOptions: { parserOptions: { projectService: true } } },
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
