{{/* The URL of the store, without logins. */}}
{{- define "tinsel.storeUrl" -}}
{{- with .Values.store -}}
{{- if eq .mode "memory" -}}
memory
{{- else -}}
{{- $scheme := ternary "rediss" "redis" .tls.enabled -}}
{{- $hosts := join "," .hosts -}}
{{- if eq .mode "redis" -}}
{{- printf "%s://%s/%d" $scheme $hosts (int .database) -}}
{{- else if eq .mode "cluster" -}}
{{- printf "%s+cluster://%s" $scheme $hosts -}}
{{- else -}}
{{- printf "%s+sentinel://%s/%s/%d" $scheme $hosts .master (int .database) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* A login as options of a server: the context is the beginning of their names and the values. */}}
{{- define "tinsel.storeLogin" -}}
{{- with .login.user }}
- name: {{ $.name }}_USER
  value: {{ quote . }}
{{- end }}
{{- if .login.passwordSecret.name }}
- name: {{ .name }}_PASSWORD
  valueFrom: {{- include "tinsel.fromSecret" .login.passwordSecret | nindent 4 }}
{{- end }}
{{- end -}}

{{/* Whether the store is the memory of a single server. */}}
{{- define "tinsel.keepsInMemory" -}}
{{- if and (eq .Values.store.mode "memory") (not .Values.store.urlSecret.name) -}}yes{{- end -}}
{{- end -}}

{{- define "tinsel.storeEnv" -}}
{{- with .Values.store -}}
{{- if .urlSecret.name }}
- name: TINSEL_STORE
  valueFrom: {{- include "tinsel.fromSecret" .urlSecret | nindent 4 }}
{{- else }}
{{- if ne .mode "memory" }}
{{- include "tinsel.storeLogin" (dict "name" "TINSEL_STORE" "login" .) }}
{{- end }}
{{- if eq .mode "sentinel" }}
{{- include "tinsel.storeLogin" (dict "name" "TINSEL_STORE_SENTINEL" "login" .sentinel) }}
{{- end }}
- name: TINSEL_STORE
  value: {{ include "tinsel.storeUrl" $ | quote }}
{{- end }}
{{- if .tls.caSecret.name }}
- name: TINSEL_STORE_CA
  value: /etc/tinsel/store/{{ .tls.caSecret.key }}
{{- end }}
{{- if .tls.clientSecret.name }}
- name: TINSEL_STORE_CERTIFICATE
  value: /etc/tinsel/store-client/tls.crt
- name: TINSEL_STORE_KEY
  value: /etc/tinsel/store-client/tls.key
{{- end }}
- name: TINSEL_STORE_REPLICAS
  value: {{ int64 .replicas | quote }}
- name: TINSEL_STORE_ALLOW_EVICTION
  value: {{ .allowEviction | quote }}
- name: TINSEL_REQUIRE_STORE_MARK
  value: {{ .requireMark | quote }}
{{- end -}}
{{- end -}}

{{/* The ports of Redis that servers must reach. */}}
{{- define "tinsel.storePorts" -}}
{{- $ports := list -}}
{{- if and (ne .Values.store.mode "memory") (not .Values.store.urlSecret.name) -}}
{{- range .Values.store.hosts -}}{{- $ports = append $ports (splitList ":" . | last) -}}{{- end -}}
{{- end -}}
{{- if or (ne .Values.store.mode "memory") .Values.store.urlSecret.name -}}
{{- range .Values.networkPolicy.storePorts -}}{{- $ports = append $ports (int . | toString) -}}{{- end -}}
{{- end -}}
{{- uniq $ports | join "," -}}
{{- end -}}
