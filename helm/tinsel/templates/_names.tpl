{{- define "tinsel.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "tinsel.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- $name := include "tinsel.name" . -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* Selects the pods of this release. */}}
{{- define "tinsel.selector" -}}
app.kubernetes.io/name: {{ include "tinsel.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{/* Selects the servers among the pods of this release. */}}
{{- define "tinsel.serverSelector" -}}
{{ include "tinsel.selector" . }}
app.kubernetes.io/component: server
{{- end -}}

{{/* Label matchers for the metrics of this release's servers. */}}
{{- define "tinsel.series" -}}
{{- printf "namespace=\"%s\",pod=~\"%s-[a-z0-9]+-[a-z0-9]+\"" .Release.Namespace (include "tinsel.fullname" .) -}}
{{- end -}}

{{- define "tinsel.labels" -}}
{{ include "tinsel.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "tinsel.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "tinsel.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "tinsel.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{- printf "%s@%s" .repository .digest -}}
{{- else -}}
{{- printf "%s:%s" .repository (default $.Chart.AppVersion .tag) -}}
{{- end -}}
{{- end -}}
{{- end -}}
