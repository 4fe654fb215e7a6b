/** Bytes as hexadecimal digits. */
export function hex(bytes: Uint8Array | undefined): string {
  return Array.from(bytes ?? [], (byte) => byte.toString(16).padStart(2, "0")).join("");
}
