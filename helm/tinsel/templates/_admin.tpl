{{/* Whether other pods can reach AdminService. */}}
{{- define "tinsel.adminIsOpen" -}}
{{- if and .Values.admin.enabled .Values.admin.operatorTokensSecret.name -}}yes{{- end -}}
{{- end -}}

{{/* The folder with the certificate of AdminService. Empty: it does not use TLS. */}}
{{- define "tinsel.adminTlsFolder" -}}
{{- if include "tinsel.adminIsOpen" . -}}
{{- if .Values.admin.tls.secret.name -}}
/etc/tinsel/admin-tls
{{- else if include "tinsel.tlsSecret" . -}}
/etc/tinsel/tls
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "tinsel.adminEnv" -}}
{{- if .Values.admin.enabled }}
- name: TINSEL_ADMIN_LISTEN
  value: {{ printf "%s:7401" (ternary .Values.listenAddress (include "tinsel.loopback" .) (ne .Values.admin.operatorTokensSecret.name "")) | quote }}
{{- with .Values.admin.operatorTokensSecret }}{{ if .name }}
- name: TINSEL_OPERATOR_TOKENS
  value: /etc/tinsel/operators/{{ .key }}
{{- end }}{{ end }}
{{- end }}
{{- with include "tinsel.adminTlsFolder" . }}
- name: TINSEL_ADMIN_TLS_CERTIFICATE
  value: {{ . }}/tls.crt
- name: TINSEL_ADMIN_TLS_KEY
  value: {{ . }}/tls.key
{{- with $.Values.admin.tls.clientCaSecret }}{{ if .name }}
- name: TINSEL_ADMIN_TLS_CLIENT_CA
  value: /etc/tinsel/admin-tls-client-ca/{{ .key }}
{{- end }}{{ end }}
{{- end }}
{{- end -}}

{{- define "tinsel.adminMounts" -}}
{{- if include "tinsel.adminIsOpen" . }}
- name: operators
  mountPath: /etc/tinsel/operators
  readOnly: true
{{- if .Values.admin.tls.secret.name }}
- name: admin-tls
  mountPath: /etc/tinsel/admin-tls
  readOnly: true
{{- end }}
{{- if .Values.admin.tls.clientCaSecret.name }}
- name: admin-tls-client-ca
  mountPath: /etc/tinsel/admin-tls-client-ca
  readOnly: true
{{- end }}
{{- end }}
{{- end -}}

{{- define "tinsel.adminVolumes" -}}
{{- if include "tinsel.adminIsOpen" . }}
{{- with .Values.admin.operatorTokensSecret }}
- name: operators
  secret:
    secretName: {{ .name }}
    items:
      - key: {{ .key }}
        path: {{ .key }}
{{- end }}
{{- with .Values.admin.tls.secret.name }}
- name: admin-tls
  secret:
    secretName: {{ . }}
{{- end }}
{{- with .Values.admin.tls.clientCaSecret }}{{ if .name }}
- name: admin-tls-client-ca
  secret:
    secretName: {{ .name }}
    items:
      - key: {{ .key }}
        path: {{ .key }}
{{- end }}{{ end }}
{{- end }}
{{- end -}}

{{- define "tinsel.adminChecks" -}}
{{- $v := .Values -}}
{{- if and $v.networkPolicy.operators (not (include "tinsel.adminIsOpen" .)) -}}
{{- fail "networkPolicy.operators requires admin.operatorTokensSecret.name: without tokens, AdminService listens on loopback only" -}}
{{- end -}}
{{- if and $v.networkPolicy.operators (not $v.networkPolicy.enabled) -}}
{{- fail "networkPolicy.operators requires networkPolicy.enabled: without it, the AdminService port is open to all peers" -}}
{{- end -}}
{{- if and $v.metrics.enabled $v.admin.enabled (eq (int $v.metrics.port) 7401) -}}
{{- fail "metrics.port must not be 7401, the port of AdminService" -}}
{{- end -}}
{{- if and (include "tinsel.adminIsOpen" .) $v.admin.tls.required (not (include "tinsel.adminTlsFolder" .)) -}}
{{- fail "admin.operatorTokensSecret requires TLS, because AdminService then listens on the pod address: set admin.tls.secret.name or tls.secret.name; behind a service mesh that encrypts, set admin.tls.required to false" -}}
{{- end -}}
{{- $tls := $v.admin.tls -}}
{{- if and (or $tls.secret.name $tls.clientCaSecret.name) (not (include "tinsel.adminIsOpen" .)) -}}
{{- fail "admin.tls.secret and admin.tls.clientCaSecret require admin.enabled and admin.operatorTokensSecret.name: without tokens, AdminService listens on loopback only" -}}
{{- end -}}
{{- if and $tls.clientCaSecret.name (not (include "tinsel.adminTlsFolder" .)) -}}
{{- fail "admin.tls.clientCaSecret requires admin.tls.secret.name or tls.secret.name" -}}
{{- end -}}
{{- end -}}
