{{/* The URL of the store; Kubernetes expands the passwords from the environment. */}}
{{- define "tinsel.storeUrl" -}}
{{- with .Values.store -}}
{{- if eq .mode "memory" -}}
memory
{{- else -}}
{{- $scheme := ternary "rediss" "redis" .tls.enabled -}}
{{- $who := .user -}}
{{- if .passwordSecret.name -}}{{- $who = printf "%s:$(STORE_PASSWORD)" .user -}}{{- end -}}
{{- $at := ternary (printf "%s@" $who) "" (ne $who "") -}}
{{- $hosts := join "," .hosts -}}
{{- if eq .mode "redis" -}}
{{- printf "%s://%s%s/%d" $scheme $at $hosts (int .database) -}}
{{- else if eq .mode "cluster" -}}
{{- printf "%s+cluster://%s%s" $scheme $at $hosts -}}
{{- else -}}
{{- $asked := list -}}
{{- if .sentinel.user -}}{{- $asked = append $asked (printf "sentinel_user=%s" .sentinel.user) -}}{{- end -}}
{{- if .sentinel.passwordSecret.name -}}{{- $asked = append $asked "sentinel_password=$(SENTINEL_PASSWORD)" -}}{{- end -}}
{{- printf "%s+sentinel://%s%s/%s/%d" $scheme $at $hosts .master (int .database) -}}
{{- if $asked }}?{{ join "&" $asked }}{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
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
{{- if and .passwordSecret.name (ne .mode "memory") }}
- name: STORE_PASSWORD
  valueFrom: {{- include "tinsel.fromSecret" .passwordSecret | nindent 4 }}
{{- end }}
{{- if and .sentinel.passwordSecret.name (eq .mode "sentinel") }}
- name: SENTINEL_PASSWORD
  valueFrom: {{- include "tinsel.fromSecret" .sentinel.passwordSecret | nindent 4 }}
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
