import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["src/gen", "src/without_games", "tests/types", "dist"] },
  ...tseslint.configs.strictTypeChecked,
  { languageOptions: { parserOptions: { projectService: true } } },
  {
    files: ["tests/**"],
    // The runner awaits the promise of a test.
    rules: {
      "@typescript-eslint/no-floating-promises": [
        "error",
        { allowForKnownSafeCalls: [{ from: "package", package: "node:test", name: "test" }] },
      ],
    },
  },
);
