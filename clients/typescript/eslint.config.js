import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["src/gen", "dist"] },
  ...tseslint.configs.strictTypeChecked,
  { languageOptions: { parserOptions: { projectService: true } } },
);
