import tseslint from "typescript-eslint";

export default tseslint.config({ ignores: ["dist", "scripts", "*.config.js"] }, ...tseslint.configs.strictTypeChecked, {
  languageOptions: { parserOptions: { projectService: true } },
});
